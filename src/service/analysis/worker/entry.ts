/** Entry point of a scan's worker thread. */
import { createAnalyzer } from '../../../engine/analyzer.ts';
import { createFixer } from '../../../engine/fixes/fixer.ts';
import { hostAnalyzer } from './host.ts';

hostAnalyzer(createAnalyzer, createFixer);
