"""From what is kept to what Discord shows: letters are put into words, posted once, and edited while they live."""
