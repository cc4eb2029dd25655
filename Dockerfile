FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.txt ./
RUN python -m venv --without-pip /opt/semafor \
    && pip --python /opt/semafor/bin/python install --no-cache-dir --require-hashes --requirement requirements.txt
COPY pyproject.toml README.md LICENSE THIRD-PARTY.md ./
COPY data data
COPY rules rules
COPY render render
COPY bot bot
# Once the project is built, nothing needs setuptools any more.
RUN pip --python /opt/semafor/bin/python install --no-cache-dir --no-build-isolation --no-deps . \
    && pip --python /opt/semafor/bin/python uninstall --yes setuptools \
    && /opt/semafor/bin/python -m bot.cli.notices > /opt/semafor/THIRD-PARTY.txt
# The bases of all pictures are drawn now, so that the first picture of each map is quick.
RUN XDG_CACHE_HOME=/opt/semafor/cache /opt/semafor/bin/python -m render.prepare

FROM python:3.13-slim
COPY --from=build /opt/semafor /opt/semafor
RUN useradd --system --create-home semafor && install -d -o semafor /data
USER semafor
ENV SEMAFOR_DB=/data/semafor.db SEMAFOR_HEALTH=/tmp/semafor-alive XDG_CACHE_HOME=/opt/semafor/cache
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python3", "-c", "import os, time; assert time.time() - os.path.getmtime('/tmp/semafor-alive') < 90"]
ENTRYPOINT ["/opt/semafor/bin/semafor"]
CMD ["run"]
