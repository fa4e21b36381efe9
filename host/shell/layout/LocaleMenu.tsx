import { IconLanguage } from '@arco-design/web-react/icon';
import { clientStore, LOCALE_NAMES, MenuButton, useLocale, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { switchLocale } from '../remote/load-remote.ts';
import { languagesAtom } from '../site/languages.ts';

/** Switches the language; screens that are open get their words before it happens. */
export function LocaleMenu() {
  const words = useWords();
  const current = useLocale();
  const languages = useAtomValue(languagesAtom, { store: clientStore });
  return (
    <MenuButton
      label={words('shell.language')}
      icon={<IconLanguage />}
      text={<span>{LOCALE_NAMES[current]}</span>}
      items={languages.map(({ code, title }) => ({
        name: code,
        label: title,
        isChecked: code === current,
        onSelect: () => void switchLocale(code),
      }))}
    />
  );
}
