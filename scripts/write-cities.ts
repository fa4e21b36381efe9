import { writeFileSync } from 'node:fs';
import { CITIES_FILE, citiesText } from './places/cities-text.ts';

/** Writes the names of Chinese cities in Latin letters from the region data. */
writeFileSync(CITIES_FILE, citiesText());
process.stdout.write(`${CITIES_FILE}\n`);
