import { AppError, defineCall, zSealed } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import { definePlatformPlugin, type PlatformContext } from '@waypost/sdk/platform';
import { z } from 'zod';
import type { Absent, Case, Method, Tools } from './case.ts';
import { cases } from './cases/index.ts';

const area = 'every_method';
const access = { signedIn: true } as const;
const tryIt = defineCall({
  area,
  call: 'try',
  body: z.strictObject({ method: z.string(), secret: zSealed.optional() }),
  result: z.unknown(),
  access,
  summary: 'Uses one method of the context with every argument and answers what became of it',
});
const methods = defineCall({
  area,
  call: 'methods',
  body: z.strictObject({}),
  result: z.array(z.string()),
  access,
  summary: 'Every method that the context has here',
});
const note = defineCall({
  area,
  call: 'note',
  body: z.strictObject({ name: z.string() }),
  result: z.unknown(),
  access,
  summary: 'What a handler was given last',
});
const foreign = defineCall({
  area,
  call: 'of_others',
  body: z.strictObject({ kind: z.enum(['permission', 'menu', 'button', 'call']) }),
  result: z.unknown(),
  access,
  summary: "Uses another plugin's permission node",
});

type AnyCase = Case<'audit'> | Absent;

function methodOf(context: PlatformContext, method: string): { owner: object; work: unknown } {
  const [part = '', name] = method.split('.');
  const owner: object = name === undefined ? context : Reflect.get(context, part);
  return { owner, work: Reflect.get(owner, name ?? part) };
}

function apply(one: Case<'audit'>, method: string, tools: Tools): unknown {
  const { owner, work } = methodOf(tools.context, method);
  return Reflect.apply(work as () => unknown, owner, one.given(tools));
}

/** What a caller is told of a refusal: the code, or the sentence of a fault. */
const refusalOf = (error: unknown) => ({ thrown: error instanceof AppError ? error.code : String(error) });

/** Methods of the context and of its parts as they are there, whether or not a type tells of them. */
function methodsOf(context: PlatformContext): string[] {
  return Object.keys(context).flatMap((key) => {
    const value: unknown = Reflect.get(context, key);
    if (typeof value === 'function') return [key];
    if (typeof value !== 'object' || value === null) return [];
    return Object.keys(value)
      .filter((name) => typeof Reflect.get(value, name) === 'function')
      .map((name) => `${key}.${name}`);
  });
}

const FOREIGN = 'part-friend.book:read';
const useForeign = {
  permission: (context: PlatformContext) => context.permission(FOREIGN),
  menu: (context: PlatformContext) => context.menu({ route: 'foreign' }, FOREIGN),
  button: (context: PlatformContext) =>
    context.menu({ route: 'foreign' }, 'every-method.foreign:read', ['every-method.foreign:press', FOREIGN]),
  call: (context: PlatformContext) =>
    context.call(
      defineCall({
        area,
        call: 'guarded',
        body: z.strictObject({}),
        result: z.null(),
        access: { permission: FOREIGN },
        summary: "Guarded by another plugin's permission",
      }),
      () => null,
    ),
};

/** A plugin that uses every method of its context with every argument. */
export const plugin = definePlatformPlugin({
  id: 'every-method',
  async setup(context) {
    const notes = new Map<string, unknown>();
    const outcomes = new Map<string, unknown>();
    const toolsFor = (more: Partial<Tools>) =>
      ({
        context,
        notes,
        async noted(name: string) {
          for (let looks = 0; !notes.has(name) && looks < 1_000; looks += 1) await Bun.sleep(20);
          return notes.get(name) ?? null;
        },
        ...more,
      }) as Tools;
    const all = Object.entries(cases) as unknown as [Method, AnyCase][];

    for (const [method, one] of all)
      if (!('absent' in one) && one.at === 'setup')
        outcomes.set(method, await apply(one, method, toolsFor({})));

    async function use(method: string, tools: Tools): Promise<unknown> {
      const one = (cases as Record<string, unknown>)[method] as AnyCase;
      if ('absent' in one) return typeof methodOf(context, method).work;
      const look = one.look ?? ((outcome: unknown) => outcome);
      if (one.at === 'setup') return look(outcomes.get(method), tools);
      const outcome =
        one.at === 'transaction'
          ? await context.transaction(async (session) => apply(one, method, { ...tools, session }))
          : await apply(one, method, tools);
      return look(outcome, tools);
    }
    context.call(tryIt, async ({ method, secret }, request: SignedRequest) => {
      try {
        return (
          (await use(method, toolsFor({ request, ...(secret === undefined ? {} : { secret }) }))) ?? null
        );
      } catch (error) {
        return refusalOf(error);
      }
    });
    context.call(methods, () => methodsOf(context));
    context.call(note, async ({ name }) => toolsFor({}).noted(name));
    context.call(foreign, async ({ kind }) => {
      try {
        return { got: typeof useForeign[kind](context) };
      } catch (error) {
        return refusalOf(error);
      }
    });
  },
});
