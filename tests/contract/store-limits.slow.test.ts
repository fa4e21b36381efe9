import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from './harness.ts';

const LIMIT_MS = 120_000;
/** The product's own documents are more than that. */
const DOCUMENTS = 10;

describe.skipIf(process.env.MONGODB_URI !== undefined)('an embedded store near its limits', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ env: { WAYPOST_STORE_DOCUMENTS_LIMIT: String(DOCUMENTS) } });
  }, LIMIT_MS);
  afterAll(() => system.stop());

  test(
    'is named beside the roles that need it, which stay ready',
    async () => {
      const roles = async () => {
        const answer = await fetch(`${system.origin}/readyz`);
        const { ready, roles } = (await answer.json()) as {
          ready: boolean;
          roles: Record<string, { ready: boolean; warning?: string; detail?: { near?: string[] } }>;
        };
        expect(answer.status).toBe(200);
        expect(ready).toBe(true);
        return roles;
      };
      // What is looked at first may be an empty store; then it is looked at once a minute.
      const isNear = async () =>
        (await roles()).api?.warning?.split(' ').includes('store_near_limit') === true;
      await until(isNear, system.runtime.output, LIMIT_MS);
      const { api, jobs, visit } = await roles();
      for (const role of [api, jobs]) {
        expect(role?.ready).toBe(true);
        // One of the plugins that this system runs fails: each warning stands for itself, before what the monitor finds.
        expect(role?.warning?.split(' ').slice(0, 2)).toEqual(['store_near_limit', 'plugins_failed']);
        expect(role?.detail?.near).toEqual(['documents']);
      }
      expect(visit?.warning).toBeUndefined();
    },
    LIMIT_MS * 2,
  );

  test(
    'is told to administrators and to whoever collects metrics, with figures',
    async () => {
      const api = await signIn(system.origin, ADMINISTRATOR);
      const { status, content } = await api.call('store/inquire', {});
      expect(status).toBe(200);
      const { usage, limits, kind, near } = content as {
        usage: { documents: number; file_bytes: number };
        limits: { documents: number };
        kind: string;
        near: string[];
      };
      expect(kind).toBe('embedded');
      expect(near).toEqual(['documents']);
      expect(limits.documents).toBe(DOCUMENTS);
      expect(usage.documents).toBeGreaterThan(DOCUMENTS);
      expect(usage.file_bytes).toBeGreaterThan(0);
      const metrics = await (await fetch(`${system.origin}/metrics`)).text();
      expect(metrics).toContain(`\nwaypost_store_documents_limit ${DOCUMENTS}\n`);
      expect(Number(/\nwaypost_store_documents (\d+)\n/.exec(metrics)?.[1])).toBeGreaterThan(DOCUMENTS);
    },
    LIMIT_MS,
  );
});
