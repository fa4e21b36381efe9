import { expect, test } from 'bun:test';
import { testPlugin } from '@waypost/sdk/testing';
import { plugin } from './server.ts';

test('in a test of the plugin its program runs within the test, with what it would be given', async () => {
  const it = await testPlugin(plugin, {
    folder: import.meta.dir,
    settings: { key: 'of the test' },
    variables: { WAYPOST_PLUGIN_SIGNER__RPC: 'http://127.0.0.1:1' },
  });
  try {
    const ada = await it.person('ada');
    const body = { what: 'ask', name: 'keeper', method: 'environment' };
    expect(await it.call<object>('signer/tell', body, { as: ada })).toMatchObject({
      given: { KEY: 'of the test', NETWORK: 'test', RPC: 'http://127.0.0.1:1' },
    });
  } finally {
    await it.dispose();
  }
});
