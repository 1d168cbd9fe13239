import React from 'react';

class Banner extends React.Component {
  componentDidMount() {
    this.setState({ html: decodeURIComponent(window.location.hash.slice(1)), shown: true });
  }

  render() {
    return <div dangerouslySetInnerHTML={{ __html: this.state.html }} />; // expect: xss
  }
}

class Counter extends React.Component {
  state = { markup: '<b>0</b>', referrer: '' };

  componentDidMount() {
    this.setState((before) => ({ referrer: document.referrer, count: before.count + 1 }));
  }

  render() {
    const { markup } = this.state;
    return <p dangerouslySetInnerHTML={{ __html: markup }} />; // ok: xss
  }
}

class Trail extends React.PureComponent {
  componentDidMount() {
    this.setState(() => ({ from: document.referrer }));
  }

  render() {
    return (
      <>
        <i>{this.state.from}</i>
        <em dangerouslySetInnerHTML={{ __html: this.state.from }} /> {/* expect: xss */}
      </>
    );
  }
}

class NoteCard extends HTMLElement {
  connectedCallback() {
    this.textContent = window.name; // ok: xss
    this.innerHTML = `<p>${window.name}</p>`; // expect: xss
  }
}

customElements.define('note-card', NoteCard);
export { Banner, Counter, Trail };
