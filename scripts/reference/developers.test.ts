import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../process.ts';

const text = readFileSync(join(projectRoot, 'docs/developers.md'), 'utf8');
/** Paths of this repository that are written as code, those with a place to be filled in left out. */
const paths = [...text.matchAll(/`((?:runtime|host|plugins|scripts|tests|locales)\/[\w./-]+)`/g)].map(
  ([, path = '']) => path,
);

test('a newcomer who is sent to a file finds it', () => {
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

test('the map of the house has a line for each folder of the server', () => {
  const folders = readdirSync(join(projectRoot, 'runtime'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => `runtime/${name}`);
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((folder) => !text.includes(`| \`${folder}\``))).toEqual([]);
});

test('links of the documents lead somewhere', () => {
  const documents = [
    'README.md',
    ...readdirSync(join(projectRoot, 'docs')).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
  ];
  const lost = documents.flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(projectRoot, file, '..', path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(lost).toEqual([]);
});

test('each record of a decision has a number of its own, so that a number leads to one', () => {
  const numbers = readdirSync(join(projectRoot, 'runtime/decisions')).map((name) => name.slice(0, 4));
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('a record that others lead to is there', () => {
  const folder = join(projectRoot, 'runtime/decisions');
  const lost = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(folder, path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(lost).toEqual([]);
});
