import { mountApplication } from './page.tsx';
import { Showcase } from './showcase.tsx';
import './styles/sections.css';

mountApplication(<Showcase />);
