import { join } from 'node:path';
import { definePlugin, newId } from '@waypost/sdk';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { scriptRun } from '../../screens/script/resource.ts';
import { openResults, type Results } from '../results.ts';

/** A plugin with runs of scripts and their results, and nothing that runs them. */
export async function startRuns(): Promise<{ t: TestPlugin; results: Results }> {
  let results: Results | undefined;
  const plugin = definePlugin({
    id: 'system',
    setup(context) {
      context.resource(scriptRun);
      results = openResults(context);
    },
  });
  const t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../..'),
    manifest: {
      id: 'system',
      version: '0.1.0',
      engine: '^0.1.0',
      title: 'system.title',
      server: 'server.ts',
      areas: ['script_run'],
    },
  });
  if (results === undefined) throw new Error('the plugin was not set up');
  return { t, results };
}

/** A run as it stands in the store, begun now. */
export function runRow({ context, clock }: TestPlugin, more: object) {
  const now = clock.date();
  return {
    _id: newId(context),
    version: 0,
    create_time: now,
    update_time: now,
    remove_time: null,
    script: 'a'.repeat(24),
    script_name: 'Look',
    revision: 0,
    words: ['true'],
    values: {},
    servers: [],
    total: 0,
    succeeded: 0,
    seconds: 1,
    output_kb: 1,
    account: 'olga',
    ...more,
  };
}
