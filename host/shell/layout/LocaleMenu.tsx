import { IconLanguage } from '@arco-design/web-react/icon';
import { LOCALES } from '@waypost/contract';
import { changeLocale, MenuButton, useLocale, useWords } from '@waypost/host-sdk';
import { LOCALE_NAMES } from '../locale/words.ts';
import { loadAllWords } from '../remote/load-remote.ts';

/** Switches the language; screens that are open get their words before it happens. */
export function LocaleMenu() {
  const words = useWords();
  const current = useLocale();
  return (
    <MenuButton
      label={words('shell.language')}
      icon={<IconLanguage />}
      text={<span>{LOCALE_NAMES[current]}</span>}
      items={LOCALES.map((locale) => ({
        name: locale,
        label: LOCALE_NAMES[locale],
        isChecked: locale === current,
        onSelect: () => void loadAllWords(locale).then(() => changeLocale(locale)),
      }))}
    />
  );
}
