"""Score pads: games that are only counted, each described by one TOML file, which is data and never run."""
