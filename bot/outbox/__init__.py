"""From what is kept to what Discord shows: items are put into words, posted once, and edited while they live."""
