/** Entry point of a scan's worker thread. */
import { createAnalyzer } from '../../engine/analyzer.ts';
import { hostAnalyzer } from './host.ts';

hostAnalyzer(createAnalyzer);
