import { Select } from '@arco-design/web-react';
import { type ControlProps, controlAttributes, useLocale, useQuietBox, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { ruleChoices } from '../../set_qr_code/parts/rule-choices.ts';

/** A country, found by its name. */
export function CountryControl(control: ControlProps<string>) {
  return <Searched control={control as ControlProps} fact="country" />;
}

/** Province and city, found by their names. */
export function RegionControl(control: ControlProps<string[]>) {
  return <Searched control={control as unknown as ControlProps} fact="location" />;
}

/** One or several of many that are found by typing, as rules have them. */
function Searched({ control, fact }: { control: ControlProps; fact: 'country' | 'location' }) {
  const words = useWords();
  const locale = useLocale();
  const select = useQuietBox();
  const isSeveral = fact === 'location';
  const choices = useMemo(
    () => ruleChoices(isSeveral ? { part: fact } : { fact }, locale, words)?.choices ?? [],
    [fact, isSeveral, locale, words],
  );
  const { value } = control;
  return (
    <Select
      ref={select}
      {...controlAttributes(control)}
      {...(isSeveral ? { mode: 'multiple' as const, value: Array.isArray(value) ? value : [] } : {})}
      {...(!isSeveral && value ? { value: value as string } : {})}
      showSearch
      allowClear={!isSeveral}
      error={control.hasError}
      options={[...choices]}
      filterOption={(typed, option) => {
        const { children: label, value: kept } = option.props as { children: string; value: string };
        return `${label}\n${kept}`.toLowerCase().includes(typed.trim().toLowerCase());
      }}
      onChange={(next) => {
        control.onChange(next ?? (isSeveral ? [] : ''));
        // What was wrong is right by then, and nothing moves under the pointer later.
        if (!isSeveral) control.onBlur();
      }}
      onBlur={control.onBlur}
    />
  );
}
