import { Theme } from '@waypost/contract';
import type { MenuNode } from '@waypost/contract/platform';
import { clientStore, themeAtom, useClient, useLanguage, useUser, useWords } from '@waypost/host-sdk';
import { useAtom, useAtomValue } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { useLogOut } from '../app/use-log-out.ts';
import { chooseLanguage } from '../locale/switch-language.ts';
import { languagesAtom } from '../site/languages.ts';
import { matchEntries, verbScreens } from './match.ts';

/** Something that the palette does instead of leading somewhere. */
export interface PaletteVerb {
  id: string;
  name: string;
  /** Other words for it, which are searched, too. */
  group: string;
  path: string;
  run: () => void;
}

/** What can be done from every screen, as far as a text fits it. */
export function useVerbs(tree: readonly MenuNode[], text: string): PaletteVerb[] {
  const words = useWords();
  const client = useClient();
  const navigate = useNavigate();
  const user = useUser();
  const logOut = useLogOut();
  const language = useLanguage();
  const languages = useAtomValue(languagesAtom, { store: clientStore });
  const [theme, setTheme] = useAtom(themeAtom, { store: clientStore });
  const isDark = theme === Theme.dark;
  const verb = (id: string, name: string, run: () => void): PaletteVerb => ({
    id: `verb.${id}`,
    name,
    group: words(`palette.also.${id.split(':')[0]}`),
    path: '',
    run,
  });
  const verbs = [
    ...verbScreens(tree).map(({ path, name }) => verb(`screen:${path}`, name, () => void navigate(path))),
    verb('theme', words(isDark ? 'shell.theme_light' : 'shell.theme_dark'), () =>
      setTheme(isDark ? Theme.light : Theme.dark),
    ),
    ...languages
      .filter((one) => one.code !== language)
      .map((one) =>
        verb(`language:${one.code}`, `${words('shell.language')}: ${one.title}`, () => {
          void chooseLanguage(client, one.code);
        }),
      ),
    // Whoever acts as somebody goes back to the own account first.
    ...(user?.acted_by === undefined ? [verb('logout', words('shell.logout'), logOut)] : []),
  ];
  const fitting = new Set(matchEntries(verbs, text).map(({ id }) => id));
  return verbs.filter(({ id }) => fitting.has(id));
}
