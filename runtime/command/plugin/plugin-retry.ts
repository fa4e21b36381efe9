import type { Command } from '../command.ts';
import { outcomeOf } from './plugin-outcome.ts';
import { administrationOf, registryOption } from './registry-option.ts';

export const pluginRetry: Command = {
  name: 'plugin retry',
  summary: 'Starts a plugin that failed again, and its parts that are held back; waits for how it goes',
  operands: [{ name: 'ID', summary: 'id of the plugin' }],
  options: registryOption,
  async run(context) {
    const [id = ''] = context.operands;
    const plugins = await administrationOf(context);
    await plugins.retry(id);
    const { value, line } = await outcomeOf(plugins, id);
    const done = value.state === 'active' ? `${id} works` : `${id} is tried at the next start of the product`;
    return {
      value: { id, ...value },
      lines: [line ?? done],
      hasFailed: line !== undefined,
    };
  },
};
