import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SDK_PACKAGES } from '../author/sdk/sdk-packages.ts';
import { projectRoot } from '../process.ts';
import { type Exported, readExports } from './read-exports.ts';

export const REFERENCE_FILE = join(projectRoot, 'docs/plugins/reference.md');

const zPackage = z.looseObject({ exports: z.record(z.string(), z.string()) });

const MODULES = SDK_PACKAGES.flatMap(({ name, folder, entries, about }) =>
  entries.map((entry) => ({
    name: join(name, exportedAs(folder, entry)),
    entry: join(projectRoot, folder, entry),
    about: entry === 'index.ts' ? about : undefined,
  })),
);

/** What package.json calls an entry: `.`, `./conformance`. */
function exportedAs(folder: string, entry: string): string {
  const { exports } = zPackage.parse(
    JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')),
  );
  const found = Object.entries(exports).find(([, path]) => path === `./${entry}`);
  if (found === undefined) throw new Error(`${folder}/package.json does not export ${entry}`);
  return found[0];
}

/** The reference of everything that a plugin may import, made from the docstrings. */
export function referenceText(): string {
  const modules = MODULES.map((module) => ({ ...module, found: readExports(module.entry) }));
  const times = Map.groupBy(
    modules.flatMap(({ found }) => found),
    ({ name }) => name,
  );
  const parts = modules.map(({ name, about, found }) => {
    const heading = (one: string) => ((times.get(one)?.length ?? 0) > 1 ? `${one} (${name})` : one);
    const sections = found
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((one) => section(one, heading(one.name)));
    return [`## ${name}`, ...(about === undefined ? [] : [about]), ...sections].join('\n\n');
  });
  return `${[
    '# Reference of the plugin SDK',
    'Written from the docstrings by `bun scripts/write-reference.ts`; do not edit. A test fails when it is not current. A name that two packages have says which: `@waypost/host-sdk` is for pages, `@waypost/contract` for both sides, the others for the server.',
    ...parts,
  ].join('\n\n')}\n`;
}

function section({ declaration, text }: Exported, heading: string): string {
  return [
    `### ${heading}`,
    ...(text === '' ? [] : [paragraphs(text)]),
    ['```ts', declaration, '```'].join('\n'),
  ].join('\n\n');
}

/** Tags become lists; `@example` code. */
function paragraphs(text: string): string {
  return text
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(
      /^@example\s*([\s\S]*?)(?=^@|$(?![\s\S]))/gm,
      (_, code: string) => `\`\`\`ts\n${code.trim()}\n\`\`\`\n`,
    )
    .replace(/^@param (\S+)\s*/gm, '- `$1`: ')
    .replace(/^@returns\s*/gm, '- returns ')
    .replace(/^@throws\s*/gm, '- throws ')
    .trim();
}
