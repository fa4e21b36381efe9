import { expect, test } from 'bun:test';
import manifest from '../package.json';
import { isSdkCompatible, SDK_VERSION } from './remote.ts';

test('a remote built for a breaking version is not mounted', () => {
  expect(isSdkCompatible('0.1.9', '0.1.0')).toBe(true);
  expect(isSdkCompatible('0.2.0', '0.1.0')).toBe(false);
  expect(isSdkCompatible('1.4.0', '1.0.0')).toBe(true);
  expect(isSdkCompatible('2.0.0', '1.0.0')).toBe(false);
});

test('the version told to remotes is the package’s own', () => {
  expect(SDK_VERSION).toBe(manifest.version);
});
