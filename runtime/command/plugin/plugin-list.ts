import type { PluginOverview } from '@waypost/sdk/platform';
import type { Command } from '../command.ts';
import { failureLine } from './plugin-outcome.ts';
import { administrationOf, registryOption } from './registry-option.ts';

export const pluginList: Command = {
  name: 'plugin list',
  summary: 'Lists plugins with release, state and what they wait for',
  options: registryOption,
  async run(context) {
    const rows = await (await administrationOf(context)).list();
    return {
      value: rows,
      lines: rows.map((row) =>
        [
          row.id,
          row.release ?? '-',
          stateOf(row),
          row.trust,
          ...(row.missing_capabilities.length > 0
            ? [`waits for consent to ${row.missing_capabilities.join(', ')}`]
            : []),
          ...(row.failure === null ? reasonOf(row) : [failureLine(row)]),
        ].join('\t'),
      ),
    };
  },
};

/** What is switched on is `active` only where a process serves it. */
function stateOf({ is_enabled, state }: PluginOverview): string {
  if (!is_enabled) return 'disabled';
  return state === 'disabled' ? 'enabled, not running' : state;
}

const reasonOf = ({ reason, missing_capabilities }: PluginOverview): string[] =>
  reason === null || missing_capabilities.length > 0 ? [] : [reason];
