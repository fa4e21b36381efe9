import type { Command } from '../command.ts';
import { outcomeOf } from './plugin-outcome.ts';
import { administrationOf, registryOption } from './registry-option.ts';

const operands = [{ name: 'ID', summary: 'id of the plugin' }] as const;

export const pluginEnable: Command = {
  name: 'plugin enable',
  summary: 'Switches a plugin on, and waits until a running product has started it',
  operands,
  options: registryOption,
  async run(context) {
    const [id = ''] = context.operands;
    const plugins = await administrationOf(context);
    await plugins.enable(id);
    const { value, line } = await outcomeOf(plugins, id);
    return {
      value: { id, enabled: true, ...value },
      lines: [`${id} is enabled`, ...(line === undefined ? [] : [line])],
      hasFailed: line !== undefined,
    };
  },
};

export const pluginDisable: Command = {
  name: 'plugin disable',
  summary: 'Switches a plugin off; its data stay',
  operands,
  options: {
    cascade: { type: 'boolean', summary: 'also switch off what requires it' },
    ...registryOption,
  },
  async run(context) {
    const [id = ''] = context.operands;
    const isCascade = context.values.cascade === true;
    const disabled = await (await administrationOf(context)).disable(id, { cascade: isCascade });
    return { value: { id, enabled: false, disabled }, lines: disabled.map((one) => `${one} is disabled`) };
  },
};
