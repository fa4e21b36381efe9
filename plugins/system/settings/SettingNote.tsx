import { RelativeTime, useWords } from '@waypost/host-sdk';
import { useContext } from 'react';
import styles from './settings.module.css';
import { SettingsContext, useValueText } from './settings-context.tsx';

interface SettingNoteProps {
  name: string;
  onDefault?: ((value: string | number) => void) | undefined;
  /** Another sentence says it already. */
  isDefaultNamed?: boolean;
}

/** What a setting would be by default where it is something else, and who changed it when. */
export function SettingNote({ name, onDefault, isDefaultNamed = false }: SettingNoteProps) {
  const words = useWords();
  const { facts, values } = useContext(SettingsContext);
  const valueText = useValueText();
  const found = facts.get(name);
  if (!found) return null;
  const { default: first, changed, source } = found;
  const isDefault = first === null || values[name] === first;
  const parts = [
    // What the server was started with wins: going back to a default would change nothing.
    ...(isDefault || first === '' || isDefaultNamed || source === 'environment'
      ? []
      : [
          <span key="default">
            {words('system.setting.default', { value: valueText(name, first) })}
            {onDefault ? (
              <button type="button" className={styles.back} onClick={() => onDefault(first)}>
                {words('system.setting.to_default')}
                <span className="wp-visually-hidden"> {valueText(name, first)}</span>
              </button>
            ) : null}
          </span>,
        ]),
    ...(changed
      ? [
          <span key="changed">
            {words('system.setting.changed', { account: changed.account ?? words('system.setting.nobody') })}{' '}
            <RelativeTime value={changed.time} />
          </span>,
        ]
      : []),
  ];
  return parts.length === 0 ? null : <p className={styles.facts}>{parts}</p>;
}
