import { expect, test } from 'bun:test';
import { checkPluginFolder } from '@waypost/sdk/conformance';
import { plugin } from './server.ts';

// Needs the built pages: `bun run build`.
test('the plugin follows the rules that an installation asks for', async () => {
  expect(await checkPluginFolder(import.meta.dir, plugin)).toEqual([]);
});
