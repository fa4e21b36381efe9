import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/process.ts';
import { WITHOUT_BUTTON } from './verbs.ts';

test('what is tried elsewhere than on the walk is tried where its reason says: a file that was moved would hide that nobody does', () => {
  const places = Object.values(WITHOUT_BUTTON).flatMap((reason) => reason.match(/tests\/[\w/-]+/g) ?? []);
  expect(places).not.toBeEmpty();
  const isThere = (place: string) =>
    [place, `${place}.test.ts`, `${place}.slow.test.ts`].some((path) => existsSync(join(projectRoot, path)));
  expect([...new Set(places)].filter((place) => !isThere(place))).toEqual([]);
});
