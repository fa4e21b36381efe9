import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, shareSystem } from './harness.ts';

/** What every page asks when it starts: the calls are the platform's, what they answer is what plugins contribute. */
setDefaultTimeout(120_000);
let system: System;
let stranger: Api;

beforeAll(async () => {
  system = await shareSystem();
  stranger = apiOf(system.origin);
});

test('nobody has to be logged in, and without a plugin that takes money or makes addresses the answers are empty', async () => {
  expect(await stranger.call('pay_config/inquire', {})).toMatchObject({ status: 200, content: {} });
  const platforms = await stranger.call('url_key_platform/inquire', { data_only: 1 });
  expect(platforms).toMatchObject({ status: 200, content: [] });
});

test('the calls tell names only: whatever else is asked for is refused, to operators too', async () => {
  const administrator = await signIn(system.origin, ADMINISTRATOR);
  for (const api of [stranger, administrator])
    for (const body of [{}, { data_only: 2 }, { data_only: 1, page: 1 }, { data_only: { $ne: null } }])
      expect((await api.call('url_key_platform/inquire', body)).status).toBe(422);
});
