import type { PluginSettingsView } from '@waypost/sdk/platform';

/** Words for a field of the settings: `<plugin>.settings.<field>` and the same with `.help`; absent where it has none. */
export function settingTexts(
  plugin: string,
  { defaults, secrets }: Pick<PluginSettingsView, 'defaults' | 'secrets'>,
  translate: (key: string) => string,
): Record<string, { label?: string; help?: string }> {
  const text = (part: 'label' | 'help', key: string) => {
    const found = translate(key);
    return found === key ? {} : { [part]: found };
  };
  const fields = [...Object.keys(defaults), ...secrets];
  return Object.fromEntries(
    fields.map((field) => {
      const key = `${plugin}.settings.${field}`;
      return [field, { ...text('label', key), ...text('help', `${key}.help`) }];
    }),
  );
}
