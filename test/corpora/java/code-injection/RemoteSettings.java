package org.example.rules;

import com.alibaba.nacos.api.config.listener.AbstractListener;
import groovy.lang.GroovyShell;
import javax.jms.Message;
import javax.jms.MessageListener;
import javax.jms.TextMessage;
import org.apache.curator.framework.CuratorFramework;
import org.apache.dubbo.common.config.configcenter.ConfigChangedEvent;
import org.apache.dubbo.common.config.configcenter.ConfigurationListener;

class RuleReloader extends AbstractListener {
    @Override
    public void receiveConfigInfo(String text) {
        new GroovyShell().evaluate(text); // expect: code-injection
    }

    void reset() {
        new GroovyShell().evaluate("rules.clear()"); // ok: code-injection
    }
}

class RuleWatcher implements ConfigurationListener {
    @Override
    public void process(ConfigChangedEvent event) {
        new GroovyShell().evaluate(event.getContent()); // expect: code-injection
    }
}

class RuleQueue implements MessageListener {
    @Override
    public void onMessage(Message message) {
        try {
            new GroovyShell().evaluate(((TextMessage) message).getText()); // expect: code-injection
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

class RuleNode {
    void load(CuratorFramework client) throws Exception {
        byte[] rules = client.getData().forPath("/rules");
        new GroovyShell().evaluate(new String(rules)); // expect: code-injection
        new GroovyShell().evaluate(RuleNode.class.getSimpleName()); // ok: code-injection
    }
}
