import {
  payConfigInquire,
  urlKeyPlatformInquire,
  zPayFacts,
  zUrlKeyPlatform,
} from '@waypost/contract/platform';
import {
  type Contribution,
  PAY_CONFIG_POINT,
  type PayConfig,
  type PluginContext,
  titledPoint,
  URL_KEY_PLATFORM_POINT,
  type UrlKeyPlatforms,
} from '@waypost/sdk';
import type { z } from 'zod';

/** Most names that pages are told. */
const MOST_PLATFORMS = 200;

/** Mounts what pages ask when they start: the calls are always there, what they answer comes from other plugins. */
export function mountStartAnswers(context: PluginContext): void {
  context.points.offer(titledPoint(PAY_CONFIG_POINT, '1.0.0', ['read']));
  context.points.offer(titledPoint(URL_KEY_PLATFORM_POINT, '1.0.0', ['list']));
  context.call(payConfigInquire, async () => {
    const [facts] = await asked<PayConfig, typeof zPayFacts>(context, PAY_CONFIG_POINT, zPayFacts, (one) =>
      one.read(),
    );
    return facts ?? {};
  });
  context.call(urlKeyPlatformInquire, async () => {
    const lists = await asked<UrlKeyPlatforms, z.ZodArray<typeof zUrlKeyPlatform>>(
      context,
      URL_KEY_PLATFORM_POINT,
      zUrlKeyPlatform.array(),
      (one) => one.list(),
    );
    return lists.flat().slice(0, MOST_PLATFORMS);
  });
}

/** What the contributions answer; one that fails or answers something else is left out, or no page would start. */
async function asked<T extends Contribution, S extends z.ZodType>(
  context: PluginContext,
  point: string,
  schema: S,
  ask: (contribution: T) => Promise<unknown>,
): Promise<z.output<S>[]> {
  const found = await context.points.contributions<T>(point);
  const answers = await Promise.all(
    found.map(async ({ contribution, name }) => {
      try {
        return [schema.parse(await ask(contribution))];
      } catch (error) {
        context.log.warn({ error, name }, 'a contribution to what pages ask at their start failed');
        return [];
      }
    }),
  );
  return answers.flat();
}
