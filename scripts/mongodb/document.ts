import { isStable } from './stable-api.ts';

/** Of every command. */
const EVERY = '*';
const EVERY_COMMAND = 'every command';

/** Headings of the lists of operators, by kind. */
const OPERATORS: Readonly<Record<string, string>> = {
  query: 'In filters',
  update: 'In updates',
  accumulator: 'Accumulators',
  expression: 'In expressions and projections',
  variable: 'Variables',
};

const HEAD = `# What MongoDB is asked

Every command, option, stage and operator that Waypost sends to its store, whichever that is, as the embedded stores of the tests have written them down: this is what a server has to
know that \`MONGODB_URI\` names, and what has to be looked at when MongoDB changes something. **v1** says whether it is part of MongoDB's Stable API, version 1, which later releases keep
([its changelog](https://www.mongodb.com/docs/manual/reference/stable-api-changelog/)); what is not in it is also in MongoDB 8.0, and may change in a later one. Plugins in processes of their own may send more
([reference.md](plugins/reference.md)), and the driver greets by itself.

This file is written by \`bun scripts/write-mongodb.ts\` from the last test run, and keeps what it names already; with \`--fresh\` it names that run's words alone, for which it has to have been a whole one. A test run that
sends a word that is not here fails and says which.
`;

/** The document for these words, \`kind\\tname\`. */
export function documentOf(words: readonly string[]): string {
  const names = (kind: string) =>
    words
      .map((word) => word.split('\t'))
      .filter(([of]) => of === kind)
      .map(([, name = '']) => name)
      .sort();
  const options = names('option');
  const stages = names('stage');
  const optionsOf = (command: string) => options.filter((name) => name.startsWith(`${command}.`));
  const commands = names('command').map((command) => rowOf('command', command, 'option', optionsOf(command)));
  const everywhere = optionsOf(EVERY);
  const stageRows = stages
    .filter((name) => !name.includes('.'))
    .map((stage) =>
      rowOf(
        'stage',
        stage,
        'stage',
        stages.filter((name) => name.startsWith(`${stage}.`)),
      ),
    );
  return [
    HEAD,
    '## Commands\n',
    table('Command', [
      ...commands,
      ...(everywhere.length === 0 ? [] : [`| ${EVERY_COMMAND} | | ${listed('option', EVERY, everywhere)} |`]),
    ]),
    '## Stages\n',
    table('Stage', stageRows),
    ...Object.entries(OPERATORS).flatMap(([kind, title]) => [`## ${title}\n`, operators(kind, names(kind))]),
  ].join('\n');
}

/** The words that a document names. */
export function wordsOf(document: string): string[] {
  const words: string[] = [];
  for (const section of document.split(/^## /m).slice(1)) {
    const [title = '', ...lines] = section.split('\n');
    const kind = Object.entries(OPERATORS).find(([, heading]) => heading === title)?.[0];
    for (const line of lines) {
      const names = [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      if (kind !== undefined) words.push(...names.map((name) => `${kind}\t${name}`));
      else if (line.startsWith(`| ${EVERY_COMMAND}`))
        words.push(...names.map((name) => `option\t${EVERY}.${name}`));
      else if (names.length > 0) words.push(...wordsOfRow(title === 'Stages', names));
    }
  }
  return words.sort();
}

function wordsOfRow(isStage: boolean, [first = '', ...others]: readonly string[]): string[] {
  const inner = isStage ? 'stage' : 'option';
  return [
    `${isStage ? 'stage' : 'command'}\t${first}`,
    ...others.map((name) => `${inner}\t${first}.${name}`),
  ];
}

const table = (what: string, rows: readonly string[]): string =>
  [`| ${what} | v1 | Options |`, '| --- | --- | --- |', ...rows, ''].join('\n');

const rowOf = (kind: string, name: string, inner: string, options: readonly string[]): string =>
  `| \`${name}\` | ${isStable(kind, name) ? 'yes' : 'no'} | ${listed(inner, name, options)} |`;

const listed = (kind: string, of: string, names: readonly string[]): string =>
  names
    .map((name) => `\`${name.slice(of.length + 1)}\`${isStable(kind, name) ? '' : ' (not in v1)'}`)
    .join(', ');

function operators(kind: string, names: readonly string[]): string {
  const text = (some: readonly string[]) => some.map((name) => `\`${name}\``).join(', ');
  const inside = names.filter((name) => isStable(kind, name));
  const outside = names.filter((name) => !isStable(kind, name));
  return [
    ...(inside.length === 0 ? [] : [`In v1: ${text(inside)}.\n`]),
    ...(outside.length === 0 ? [] : [`Not in v1: ${text(outside)}.\n`]),
  ].join('\n');
}
