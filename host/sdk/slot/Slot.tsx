import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { useWords } from '../words/context.tsx';
import { useContributions } from './context.tsx';
import styles from './slot.module.css';

interface SlotProps<P> {
  /** `<plugin>.<place>` or `<resource>.<place>`. */
  name: string;
  /** What every contribution gets. */
  props: P;
}

/** A place in a page where other plugins show something. Each stands behind a boundary of its own. */
export function Slot<P extends object>({ name, props }: SlotProps<P>): ReactNode {
  const panels = useContributions(name, 'panel');
  return panels.map(({ key, entry, contribution }) => {
    const Panel = contribution.Component as unknown as ComponentType<P>;
    return (
      <SlotBoundary key={key} plugin={entry.plugin}>
        <Suspense fallback={null}>
          <Panel {...props} />
        </Suspense>
      </SlotBoundary>
    );
  });
}

/** Shows in one line that an extension failed here, and goes on without it. React has this only as a class. */
export class SlotBoundary extends Component<{ plugin: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <FailedPanel plugin={this.props.plugin} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}

function FailedPanel({ plugin, onRetry }: { plugin: string; onRetry: () => void }) {
  const words = useWords();
  return (
    <p className={styles.failed} role="status">
      {words('slot.failed', { plugin })}{' '}
      <button type="button" className={styles.retry} onClick={onRetry}>
        {words('action.retry')}
      </button>
    </p>
  );
}
