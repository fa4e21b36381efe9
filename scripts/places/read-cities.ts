import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wholeCityName } from '../../runtime/contract/places.ts';

/** The two files of the region data, for IPv4 and IPv6. */
const FILES = ['ip2region.db', 'ipv6wry.db'];
const PATTERNS = [/中国\|[^|]*\|[^|]{1,20}\|([^|]{1,30})\|/g, /中国\t[^\t\0]{1,20}\t([^\t\0]{1,30})[\t\0]/g];

const NETWORK = /中国\|[^|]*\|[^|]{1,20}\|[^|]{1,30}\|(\p{Script=Han}{2,12})/gu;

/** Every network of China that the region data can say. */
export function readNetworks(): string[] {
  const path = fileURLToPath(import.meta.resolve(`ip2region/data/${FILES[0]}`));
  const text = readFileSync(path).toString('utf8');
  return [...new Set([...text.matchAll(NETWORK)].map((match) => match[1] as string))].sort();
}

/** Every city, district and prefecture that the region data can say, as it says it. */
export function readCities(): string[] {
  const names = FILES.flatMap((file) => {
    const path = fileURLToPath(import.meta.resolve(`ip2region/data/${file}`));
    const text = readFileSync(path).toString('utf8');
    return PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] as string));
  });
  // Visits have the whole names of those that one of the files shortens.
  const whole = names.map(wholeCityName);
  return [...new Set([...names, ...whole])].filter((name) => /^\p{Script=Han}+$/u.test(name)).sort();
}
