import { Component, type ReactNode } from 'react';
import { FailedScreen } from './FailedScreen.tsx';

interface ScreenBoundaryProps {
  /** How often the screen was tried again. */
  attempt: number;
  onRetry: () => void;
  children: ReactNode;
}

/** Keeps a screen that fails from taking the shell along. React has this only as a class. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('a screen threw nothing') };
  }

  override render(): ReactNode {
    const { attempt, onRetry, children } = this.props;
    if (this.state.error === undefined) return children;
    return <FailedScreen error={this.state.error} attempt={attempt} onRetry={onRetry} />;
  }
}
