import { Button, RelativeTime, useWords } from '@waypost/host-sdk';
import type { TemplateView } from '../calls.ts';
import styles from './js-config.module.css';
import { usePutInForce } from './use-put-in-force.ts';

/** What visitors get now, and the ways back, one press each. */
export function PageInForce({ page }: { page: TemplateView }) {
  const words = useWords();
  const { isRunning, restore, builtIn } = usePutInForce(page);
  const { version, is_built_in: isBuiltIn, account, time, note } = page;
  return (
    <section className={styles.state} data-own={!isBuiltIn}>
      <div className={styles.told}>
        <strong>
          {isBuiltIn
            ? words('system.js_config.state.built_in')
            : words('system.js_config.state.own', { number: version })}
        </strong>
        {account === null || time === null ? null : (
          <span className={styles.by}>
            {words('system.js_config.state.by', { account })} · <RelativeTime value={time} />
            {note === '' ? '' : ` · ${note}`}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        {version > 1 ? (
          <Button isDisabled={isRunning} onClick={() => void restore(version - 1)}>
            {words('system.js_config.back', { number: version - 1 })}
          </Button>
        ) : null}
        {isBuiltIn ? null : (
          <Button isDisabled={isRunning} onClick={() => void builtIn()}>
            {words('system.js_config.built_in')}
          </Button>
        )}
      </div>
    </section>
  );
}
