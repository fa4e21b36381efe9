import { join } from 'node:path';
import { latinName } from './city-name.ts';
import { readCities } from './read-cities.ts';

export const CITIES_FILE = join(import.meta.dirname, '../../plugins/qr/places/cities.json');

/** The table that pages name cities with: as the region data has them, in Latin letters. */
export function citiesText(): string {
  const names = readCities().map((city): [string, string] => [city, latinName(city)]);
  const table = Object.fromEntries(names);
  return `${JSON.stringify(table, null, 2)}\n`;
}
