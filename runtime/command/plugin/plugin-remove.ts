import type { CollectionChoice } from '@waypost/sdk/platform';
import { type Command, UsageError } from '../command.ts';
import { administrationOf, registryOption } from './registry-option.ts';

const CHOICES: readonly CollectionChoice[] = ['keep', 'archive', 'drop'];

export const pluginRemove: Command = {
  name: 'plugin remove',
  summary: 'Takes a plugin away; its data are kept, archived or dropped as you say',
  operands: [{ name: 'ID', summary: 'id of the plugin' }],
  options: {
    data: {
      type: 'string',
      value: 'CHOICE',
      summary:
        'keep, archive or drop, for all its collections; keep: its settings, too; default: as the plugin proposes',
    },
    cascade: { type: 'boolean', summary: 'also switch off what requires it' },
    ...registryOption,
  },
  async run(context) {
    const [id = ''] = context.operands;
    const { data, cascade } = context.values;
    const choice = CHOICES.find((one) => one === data);
    if (data !== undefined && choice === undefined)
      throw new UsageError(`--data: expected one of ${CHOICES.join(', ')}.`);
    const plugins = await administrationOf(context);
    const { collections } = await plugins.details(id);
    const removal = await plugins.remove(id, {
      collections:
        choice === undefined ? {} : Object.fromEntries(collections.map(({ name }) => [name, choice])),
      settings: choice === 'keep' ? 'keep' : undefined,
      cascade: cascade === true,
    });
    return {
      value: { id, ...removal },
      lines: [
        `${id} is removed`,
        ...removal.kept.map((name) => `kept: ${name}`),
        ...removal.dropped.map((name) => `dropped: ${name}`),
        ...(removal.archive === null
          ? []
          : [`archived: ${removal.archive.id}, ${removal.archive.size} bytes`]),
      ],
    };
  },
};
