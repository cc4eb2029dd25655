"""What any picture needs: canvas, text, fonts, palette, signs, the cache on disk. Knows no title."""
