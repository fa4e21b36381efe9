import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isReservedPluginId, underscored, zPluginId } from '@waypost/contract';
import { type Command, UsageError } from '../../runtime/command/command.ts';
import { writeInTree, writePlugin, writeScreen } from './scaffold/scaffold.ts';
import { scaffoldVersions } from './scaffold/scaffold-versions.ts';

/** The project's folder: its SDK is packed, and what lies in its plugins/ is a workspace. */
const ROOT = join(import.meta.dirname, '../..');
const ROUTE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export const pluginNew: Command = {
  name: 'plugin new',
  summary: 'Writes a new plugin with one screen, or one more screen into a plugin',
  operands: [{ name: 'ID', summary: 'id of the plugin: lower-case words joined by hyphens' }],
  options: {
    folder: { type: 'string', value: 'DIR', summary: 'where it is written; default ./ID' },
    'in-tree': {
      type: 'boolean',
      summary: 'a plugin of the product itself: below plugins/, with its line in registry.json',
    },
    screen: { type: 'string', value: 'ROUTE', summary: 'route of the screen; default <ID>_item' },
  },
  async run({ operands, values, say }) {
    const [id = ''] = operands;
    if (!zPluginId.safeParse(id).success)
      throw new UsageError(`ID: expected lower-case letters, digits and hyphens, got "${id}".`);
    if (isReservedPluginId(id))
      throw new UsageError(
        `ID: "${id}" is reserved: collections of the platform begin with it. Choose another.`,
      );
    const route = String(values.screen ?? `${underscored(id)}_item`);
    if (!ROUTE.test(route))
      throw new UsageError(`--screen: expected lower-case words joined by underscores, got "${route}".`);
    const screen = { plugin: id, route };
    const isInTree = values['in-tree'] === true;
    const folder = isInTree ? join(ROOT, 'plugins', id) : resolve(String(values.folder ?? id));
    if (isInTree && !existsSync(join(folder, 'plugin.json'))) {
      const files = await writeInTree(ROOT, screen, await scaffoldVersions({ root: ROOT, folder, say }));
      return {
        value: { folder, files },
        lines: [
          'New plugin of the product:',
          ...files.map((file) => `  ${file}`),
          'Next: npx -y bun@1.4 install, npm run check, npm test -- --affected',
        ],
      };
    }
    const isNew = !existsSync(join(folder, 'plugin.json'));
    const files = isNew
      ? await writePlugin(folder, screen, await scaffoldVersions({ root: ROOT, folder, say }))
      : await writeScreen(folder, screen);
    return {
      value: { folder, files },
      lines: [
        `${isNew ? 'New plugin' : 'New screen'} in ${folder}:`,
        ...files.map((file) => `  ${file}`),
        ...(isNew
          ? [
              'Next, in that folder: npx -y bun@1.4 install, npx bun run build, npx bun run types, npx bun test',
            ]
          : []),
      ],
    };
  },
};
