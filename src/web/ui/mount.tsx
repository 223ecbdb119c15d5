import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorNotice } from './error-notice.tsx';
import './styles/theme.css';
import './styles/text.css';
import './styles/page.css';
import './styles/button.css';
import './styles/form.css';
import './styles/feedback.css';
import './styles/table.css';
import './styles/dialog.css';
import './styles/sign-in.css';

/** Puts an application into the page. */
export function mount(application: ReactNode): void {
  const place = document.getElementById('app');
  if (place === null) return;
  createRoot(place).render(
    <StrictMode>
      <Boundary>{application}</Boundary>
    </StrictMode>,
  );
}

interface BoundaryState {
  readonly error: unknown;
}

/** React reports what a component throws to a class alone. */
class Boundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override readonly state: BoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <main className="page narrow">
        <h1>This page stopped</h1>
        <ErrorNotice error={this.state.error} />
        <p>
          <button type="button" className="button" onClick={() => location.reload()}>
            Load it again
          </button>
        </p>
      </main>
    );
  }
}
