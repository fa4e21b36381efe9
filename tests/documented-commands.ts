import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const WAYPOST = /npm run -s waypost -- ([^`]+)`/g;
const COMPOSE = /`(docker compose (?:run|up) [^`]+)`/g;

/** What a page of docs tells operators to type. */
export interface DocumentedCommands {
  /** Words of the command line, as they are written behind `waypost --`. */
  waypost: readonly string[];
  /** Whole lines. */
  compose: readonly string[];
}

/** @param name such as `docs/moving-to-mongodb.md` */
export function documentedCommands(name: string): DocumentedCommands {
  const text = readFileSync(join(import.meta.dir, '..', name), 'utf8');
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, command = '']) => command);
  return { waypost: found(WAYPOST), compose: found(COMPOSE) };
}
