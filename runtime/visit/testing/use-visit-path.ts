import { afterEach, beforeEach } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import { startTestVisitPath, type TestVisitPath } from './test-visit-path.ts';

/** A code that lets everybody through to one address, but for what is changed. */
export const testLink = (change: Partial<VisitLink> = {}): VisitLink => ({
  id: 'a1'.repeat(12),
  owner: '0123456789abcdef01234567',
  plugin: 'qr',
  host: '',
  code: 'abc',
  state: 'on',
  targets: [{ url: 'https://t.example/', weight: 1, threshold: 1 }],
  rotation_model: 1,
  jump_type: 6,
  access_mode: 1,
  visit_restriction: 1,
  open_log: 1,
  ...change,
});

/** Hooks of a test file: each test has a directory of its own, which goes with the path that was started over it last. */
export function useVisitPath() {
  let directory = '';
  let stop: () => Promise<void> = async () => {};
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'waypost-visit-'));
  });
  afterEach(async () => {
    await stop();
    rmSync(directory, { recursive: true });
  });
  return {
    directory: () => directory,
    stop: () => stop(),
    start(options: Omit<Parameters<typeof startTestVisitPath>[0], 'directory'>): TestVisitPath {
      const path = startTestVisitPath({ ...options, directory });
      stop = path.stop;
      return path;
    },
  };
}
