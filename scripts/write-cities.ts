import { writeFileSync } from 'node:fs';
import { CITIES_FILE, citiesText } from './places/cities-text.ts';
import { NETWORKS_FILE, networksText } from './places/networks-text.ts';

/** Writes the names of Chinese cities and networks in Latin letters from the region data. */
writeFileSync(CITIES_FILE, citiesText());
writeFileSync(NETWORKS_FILE, networksText());
process.stdout.write(`${CITIES_FILE}\n${NETWORKS_FILE}\n`);
