/** Somebody who calls, as a place knows them. */
export type Caller = 'ada' | 'ben' | 'cleo' | 'nobody';

export interface Answered {
  status: number;
  /** The code of a failure; undefined for an answer that worked. */
  code?: string | undefined;
  paths?: string[];
  content?: unknown;
}

/** Where the plugin `stall` runs: in the product, or in a test's own process. */
export interface StallPlace {
  call(call: string, body?: object, as?: Caller): Promise<Answered>;
  /** Lets jobs run that were asked for. */
  jobs(): Promise<void>;
  change(settings: Record<string, unknown>): Promise<Answered>;
}

const idOf = ({ content }: Answered) => (content as { id: string }).id;
const told = ({ status, code, paths }: Answered) => ({ status, code, paths });

/** One list for both places; each answers what has to be the same there. */
export const SCENARIOS: Readonly<Record<string, (place: StallPlace) => Promise<unknown>>> = {
  'a body that does not fit, with the path of each fault': async ({ call }) => [
    told(await call('stall_order/add', { what: '', pieces: 0 }, 'ada')),
    told(await call('stall_order/add', { what: 'tea', colour: 'red' }, 'ada')),
    told(await call('stall_order/add', { what: { $ne: null } }, 'ada')),
  ],
  'a stranger, and a call that there is not': async ({ call }) => [
    told(await call('stall_order/add', { what: 'tea' }, 'nobody')),
    told(await call('stall_order/melt', {}, 'ada')),
    told(await call('nowhere/melt', {}, 'ada')),
  ],
  'a permission that the role does not have': async ({ call }) =>
    told(await call('stall_order/add', { what: 'tea' }, 'ben')),
  'rows of others are not there': async ({ call }) => {
    const id = idOf(await call('stall_order/add', { what: 'tea' }, 'ada'));
    return [
      told(await call('stall_order/details', { id }, 'ada')),
      told(await call('stall_order/details', { id }, 'cleo')),
      told(await call('stall_order/update', { id, version: 1, what: 'mine' }, 'cleo')),
      told(await call('stall_order/sell', { id }, 'cleo')),
      (await call('stall_order/inquire', {}, 'cleo')).content,
    ];
  },
  'a version that is not the present one': async ({ call }) => {
    const id = idOf(await call('stall_order/add', { what: 'milk' }, 'ada'));
    const first = told(await call('stall_order/update', { id, version: 1, what: 'cream' }, 'ada'));
    const second = await call('stall_order/update', { id, version: 1, what: 'butter' }, 'ada');
    return [first, told(second)];
  },
  "an action, the plugin's own error and the event that others hear": async ({ call }) => {
    const small = idOf(await call('stall_order/add', { what: 'jam', pieces: 2 }, 'ada'));
    const large = idOf(await call('stall_order/add', { what: 'jam', pieces: 9 }, 'ada'));
    const before = ((await call('stall_friend/heard')).content as unknown[]).length;
    return [
      (await call('stall_order/sell', { id: small }, 'ada')).content,
      told(await call('stall_order/sell', { id: large }, 'ada')),
      ((await call('stall_friend/heard')).content as unknown[]).slice(before),
    ];
  },
  "another plugin's hook that refuses": async ({ call }) =>
    told(await call('stall_order/add', { what: 'snow' }, 'ada')),
  'a job that was asked for': async ({ call, jobs }) => {
    await call('stall/later');
    await jobs();
    return (await call('stall/done')).content;
  },
  'a setting that was changed, and one that does not fit': async ({ call, change }) => [
    (await call('stall/greeting')).content,
    told(await change({ greeting: 'welcome to this little stall of ours' })),
    told(await change({ greeting: 'welcome' })),
    (await call('stall/greeting')).content,
  ],
  'a service in a version that fits, and in one that does not': async ({ call }) => [
    (await call('stall/price', { range: '^1.2.0' })).content,
    (await call('stall/price', { range: '^2' })).content,
  ],
  'what plugin.json does not ask for': async ({ call }) => [
    told(await call('stall/unasked_schedule')),
    told(await call('stall/unasked_capability')),
    told(await call('stall/undeclared_service')),
  ],
  'names of others': async ({ call }) => [
    told(await call('stall/foreign_permission')),
    told(await call('stall/foreign_event')),
  ],
  'an answer that is not what the call declares': async ({ call }) => told(await call('stall/wrong_result')),
};
