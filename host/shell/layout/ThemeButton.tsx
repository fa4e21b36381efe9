import { IconMoon, IconSun } from '@arco-design/web-react/icon';
import { Theme } from '@waypost/contract';
import { clientStore, IconButton, themeAtom, useWords } from '@waypost/host-sdk';
import { useAtom } from 'jotai';

export function ThemeButton() {
  const words = useWords();
  const [theme, setTheme] = useAtom(themeAtom, { store: clientStore });
  const isDark = theme === Theme.dark;
  return (
    <IconButton
      label={words(isDark ? 'shell.theme_light' : 'shell.theme_dark')}
      icon={isDark ? <IconSun /> : <IconMoon />}
      onClick={() => setTheme(isDark ? Theme.light : Theme.dark)}
    />
  );
}
