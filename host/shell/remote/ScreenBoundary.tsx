import { ErrorState } from '@waypost/host-sdk';
import { Component, type ReactNode } from 'react';

interface ScreenBoundaryProps {
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
    if (this.state.error === undefined) return this.props.children;
    return <ErrorState error={this.state.error} onRetry={this.props.onRetry} />;
  }
}
