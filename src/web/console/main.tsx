import { ErrorNotice } from '../ui/error-notice.tsx';
import { MainContent, mountApplication } from '../ui/page.tsx';
import { readPageConfig } from '../ui/page-config.ts';
import { openConsoleSession, resumeSession } from '../ui/session.ts';
import { createConsoleApi } from './console-api.ts';
import { OperatorConsole } from './operator-console.tsx';
import '../ui/styles/sections.css';
import './console.css';

const config = readPageConfig();
try {
  const session = await resumeSession(await openConsoleSession(config));
  mountApplication(<OperatorConsole api={createConsoleApi(session, config)} />);
} catch (error) {
  mountApplication(
    <MainContent className="page narrow">
      <h1>The console cannot start</h1>
      <ErrorNotice error={error} />
    </MainContent>,
  );
}
