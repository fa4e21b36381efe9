import { expect, test } from 'bun:test';
import { type PluginProcess, zPluginId, zPluginProcess } from '@waypost/contract';
import fc from 'fast-check';
import { programEnvironment } from './program-environment.ts';

/** What a program of a plugin finds as KEY, of what the operator has set; undefined where plugin.json may not ask for it. */
async function given(
  id: string,
  variable: string,
  variables: Record<string, string>,
): Promise<string | undefined> {
  const asked = zPluginProcess.safeParse({ entry: 'program.ts', environment: { KEY: { variable } } });
  if (!asked.success || !zPluginId.safeParse(id).success) return undefined;
  const process: PluginProcess = asked.data;
  const manifest = { id };
  return (await programEnvironment({ manifest, variables, readSettings: async () => ({}) }, process)).KEY;
}

test('a plugin gets what the operator has named for it, and not what is named for another', async () => {
  const variables = {
    WAYPOST_PLUGIN_SHOP__EU__KEY: 'of shop--eu',
    WAYPOST_PLUGIN_SHOP_EU__KEY: 'of shop-eu',
  };
  expect(await given('shop--eu', 'KEY', variables)).toBe('of shop--eu');
  expect(await given('shop-eu', 'KEY', variables)).toBe('of shop-eu');
  expect(await given('shop', 'EU__KEY', variables)).toBeUndefined();
});

test('no two plugins have one variable', async () => {
  const id = fc.stringMatching(/^[a-c][a-c-]{1,6}$/);
  const variable = fc.stringMatching(/^[A-C][A-C_]{0,6}$/);
  await fc.assert(
    fc.asyncProperty(id, variable, id, async (one, name, other) => {
      const whole = `WAYPOST_PLUGIN_${one.toUpperCase().replaceAll('-', '_')}__${name}`;
      if (one === other || (await given(one, name, { [whole]: 'set' })) === undefined) return;
      const prefix = `WAYPOST_PLUGIN_${other.toUpperCase().replaceAll('-', '_')}__`;
      if (whole.startsWith(prefix))
        expect(await given(other, whole.slice(prefix.length), { [whole]: 'set' })).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});
