import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, UsageError } from '../../runtime/command/command.ts';
import { bringSdk } from './sdk/bring-sdk.ts';

const ROOT = join(import.meta.dirname, '../..');

export const pluginSdk: Command = {
  name: 'plugin sdk',
  summary: 'Puts the SDK of this version into the sdk/ of a plugin that is written elsewhere',
  operands: [{ name: 'FOLDER', summary: 'folder with plugin.json' }],
  options: {},
  async run({ operands, say }) {
    const folder = resolve(operands[0] ?? '');
    if (!existsSync(join(folder, 'plugin.json'))) throw new UsageError(`${folder} has no plugin.json.`);
    const named = await bringSdk({ root: ROOT, folder, say });
    return {
      value: { folder, packages: named },
      lines: Object.entries(named).map(([name, from]) => `${name}  ${from}`),
    };
  },
};
