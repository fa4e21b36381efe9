import { PLATFORM_SETTINGS_DEFAULT, type PlatformSettings } from '@waypost/contract';
import type { PlatformContext } from '@waypost/sdk/platform';
import type { SettingFacts } from './calls.ts';

/** Default, origin and last change of settings. */
export async function settingFacts(
  context: PlatformContext,
  names: readonly string[],
  values: Readonly<Partial<PlatformSettings>>,
): Promise<SettingFacts[]> {
  const changes = await context.installation.lastSettingChanges(names);
  return names.map((name) => {
    const change = changes.get(name);
    return {
      name,
      default: defaultOf(context, name),
      source: sourceOf(context, name, values),
      changed: change === undefined ? null : { time: change.time, account: change.account },
    };
  });
}

function defaultOf({ installation, platform }: PlatformContext, name: string): string | number | null {
  if (name === 'website_title') return platform.systemTitle;
  if (name === 'public_url') return installation.publicAddress().listening;
  return PLATFORM_SETTINGS_DEFAULT[name as keyof PlatformSettings] ?? null;
}

function sourceOf(
  { installation }: PlatformContext,
  name: string,
  values: Readonly<Partial<PlatformSettings>>,
): SettingFacts['source'] {
  if (name === 'time_zone') {
    const { source } = installation.timeZone();
    return source === 'first' ? 'default' : source;
  }
  if (name === 'public_url' && installation.publicAddress().source === 'environment') return 'environment';
  const key = name as keyof PlatformSettings;
  return values[key] === PLATFORM_SETTINGS_DEFAULT[key] ? 'default' : 'setting';
}
