import { IconLanguage } from '@arco-design/web-react/icon';
import {
  clientStore,
  LOCALE_NAMES,
  MenuButton,
  useClient,
  useLanguage,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { chooseLanguage } from '../locale/switch-language.ts';
import { languagesAtom } from '../site/languages.ts';

/** Switches the language; screens that are open get their words before it happens. */
export function LocaleMenu() {
  const words = useWords();
  const client = useClient();
  const current = useLanguage();
  const standIn = useLocale();
  const languages = useAtomValue(languagesAtom, { store: clientStore });
  // The product's own languages are called as their readers know them, whatever the list says.
  const shown =
    current === standIn
      ? LOCALE_NAMES[standIn]
      : (languages.find(({ code }) => code === current)?.title ?? LOCALE_NAMES[standIn]);
  return (
    <MenuButton
      label={words('shell.language')}
      icon={<IconLanguage />}
      text={<span>{shown}</span>}
      items={languages.map(({ code, title }) => ({
        name: code,
        label: title,
        isChecked: code === current,
        onSelect: () => void chooseLanguage(client, code),
      }))}
    />
  );
}
