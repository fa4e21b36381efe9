import { Tag, useWords } from '@waypost/host-sdk';
import { capabilityText, isFarReaching } from './capability-words.ts';
import styles from './plugins.module.css';

interface CapabilityListProps {
  capabilities: readonly string[];
  /** Those that nobody has granted yet. */
  missing?: readonly string[];
  /** Marks the missing ones as new: the plugin had others before. */
  isUpgrade?: boolean;
}

/** What a plugin asks for, a sentence each. */
export function CapabilityList({ capabilities, missing = [], isUpgrade = false }: CapabilityListProps) {
  const words = useWords();
  if (capabilities.length === 0) return <p className={styles.note}>{words('system.plugins.asks_nothing')}</p>;
  // New ones first: they are what the question is about.
  const order = [...capabilities].sort((a, b) => Number(missing.includes(b)) - Number(missing.includes(a)));
  return (
    <ul className={styles.capabilities}>
      {order.map((name) => (
        <li key={name} className={isUpgrade && missing.includes(name) ? styles.isNew : undefined}>
          <span className={isFarReaching(name) ? styles.far : undefined}>{capabilityText(words, name)}</span>
          {missing.includes(name) ? (
            <Tag tone="warning">
              {words(isUpgrade ? 'system.plugins.is_new' : 'system.plugins.not_granted')}
            </Tag>
          ) : null}
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}
