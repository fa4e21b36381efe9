import { Radio } from '@arco-design/web-react';
import { Theme } from '@waypost/contract';
import { MenuMode } from '@waypost/contract/constants';
import {
  Button,
  ColourChoice,
  clientStore,
  Drawer,
  themeAtom,
  useIsPhone,
  useWords,
} from '@waypost/host-sdk';
import { useAtom, useAtomValue } from 'jotai';
import { useId } from 'react';
import { colourAtom } from '../site/colour.ts';
import { websiteAtom } from '../site/website.ts';
import { menuModeAtom } from './menu-mode.ts';
import styles from './settings.module.css';

const store = { store: clientStore };

/** How the back-office looks on this device. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const isPhone = useIsPhone();
  const themeLabel = useId();
  const menuLabel = useId();
  const [theme, setTheme] = useAtom(themeAtom, store);
  const [colour, setColour] = useAtom(colourAtom, store);
  const [mode, setMode] = useAtom(menuModeAtom, store);
  const { color } = useAtomValue(websiteAtom, store);
  return (
    <Drawer title={words('settings.title')} isOpen onClose={onClose} width={360}>
      <div className={styles.settings}>
        <div>
          <h3 id={themeLabel}>{words('settings.theme')}</h3>
          <Radio.Group
            aria-labelledby={themeLabel}
            type="button"
            value={theme}
            onChange={setTheme}
            options={[
              { value: Theme.light, label: words('settings.theme.light') },
              { value: Theme.dark, label: words('settings.theme.dark') },
            ]}
          />
        </div>
        <div>
          <ColourChoice label={words('settings.colour')} value={colour ?? color} onChange={setColour} />
          {colour === undefined ? null : (
            <Button kind="text" onClick={() => setColour(undefined)}>
              {words('settings.colour.site')}
            </Button>
          )}
        </div>
        {isPhone ? null : (
          <div>
            <h3 id={menuLabel}>{words('settings.menu')}</h3>
            <Radio.Group
              aria-labelledby={menuLabel}
              type="button"
              value={mode}
              onChange={setMode}
              options={[
                { value: MenuMode.left, label: words('settings.menu.left') },
                { value: MenuMode.top, label: words('settings.menu.top') },
              ]}
            />
          </div>
        )}
        <p className={styles.note}>{words('settings.note')}</p>
      </div>
    </Drawer>
  );
}
