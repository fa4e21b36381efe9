import { OPERATIONS_TOPIC, OperationStatus, zOperationsEvent } from '@waypost/contract';
import { ScreenLink, usePermission, useTopic, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from './running-work.module.css';

/** How much work of the reader's goes on, wherever it was begun; it leads to what it is. Nothing while none does. */
export function RunningWork() {
  const words = useWords();
  const may = usePermission();
  const [count, setCount] = useState(0);
  const { isLive } = useTopic(may('system.operation:read') ? OPERATIONS_TOPIC : undefined, (data) => {
    const event = zOperationsEvent.safeParse(data);
    if (!event.success) return;
    setCount(event.data.operations.filter(({ status }) => status === OperationStatus.inProgress).length);
  });
  // Without the channel nobody would hear of its end.
  if (count === 0 || !isLive) return null;
  const text = words('operation.running', { count });
  return (
    <ScreenLink to="async_operations">
      <span className={styles.work} title={text}>
        <span className={styles.ring} aria-hidden="true" />
        <span className="wp-visually-hidden">{text}</span>
        <b aria-hidden="true">{count}</b>
      </span>
    </ScreenLink>
  );
}
