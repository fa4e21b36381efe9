import { join } from 'node:path';
import { SDK_PACKAGES } from '../author/sdk/sdk-packages.ts';
import { projectRoot } from '../process.ts';
import { type Exported, readExports } from './read-exports.ts';

export const REFERENCE_FILE = join(projectRoot, 'docs/plugins/reference.md');

/** Exports of the build preset that only the product itself uses. */
const MODULES = SDK_PACKAGES.flatMap(({ name, folder, entries, about }) =>
  entries.map((entry) => ({
    name: entry === 'index.ts' ? name : `${name}/${entry.replace('/index.ts', '')}`,
    entry: join(projectRoot, folder, entry),
    about: entry === 'index.ts' ? about : undefined,
  })),
);

/** The reference of everything that a plugin may import, made from the docstrings. */
export function referenceText(): string {
  const parts = MODULES.map(({ name, entry, about }) => {
    const found = readExports(entry).sort((one, other) => (one.name < other.name ? -1 : 1));
    return [`## ${name}`, ...(about === undefined ? [] : [about]), ...found.map(section)].join('\n\n');
  });
  return `${[
    '# Reference of the plugin SDK',
    'Written from the docstrings by `bun scripts/write-reference.ts`; do not edit. A test fails when it is not current.',
    ...parts,
  ].join('\n\n')}\n`;
}

function section({ name, declaration, text }: Exported): string {
  return [
    `### ${name}`,
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
