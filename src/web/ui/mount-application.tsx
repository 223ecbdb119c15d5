import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from '../focus/keep-focus.ts';
import { ErrorNotice } from './error-notice.tsx';
import '../../html/theme.css';
import './styles/text.css';
import './styles/page.css';
import './styles/button.css';
import './styles/form.css';
import './styles/feedback.css';
import './styles/table.css';
import './styles/dialog.css';
import './styles/sign-in.css';
import { MainContent } from './main-content.tsx';

/** Renders an application into the page, inside an error boundary. */
export function mountApplication(application: ReactNode): void {
  const root = document.getElementById('app');
  if (root === null) return;
  keepFocus(root);
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>{application}</ErrorBoundary>
    </StrictMode>,
  );
}

interface BoundaryState {
  readonly error: unknown;
}

/** A class, because React has no error boundary hook. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override readonly state: BoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <MainContent className="page narrow">
        <h1>This page crashed</h1>
        <ErrorNotice error={this.state.error} />
        <p>
          <button type="button" className="button" onClick={() => location.reload()}>
            Reload the page
          </button>
        </p>
      </MainContent>
    );
  }
}
