"""A page of Streamlit: a script that is run for every visitor."""

import os

import streamlit as st
import streamlit.components.v1 as components
from sqlalchemy import text

name = st.text_input("Name")
note = st.sidebar.text_area("Note")
view = st.selectbox("View", ["all", "mine"])
st.markdown(f"**{name}**")  # ok: xss
st.markdown(f"<b>{name}</b>", unsafe_allow_html=True)  # expect: xss
st.markdown(f"<b>{view}</b>", unsafe_allow_html=True)  # ok: xss
components.html("<p>" + note + "</p>")  # expect: xss

warehouse = st.connection("warehouse", type="sql")
warehouse.query("SELECT * FROM items WHERE name = '" + name + "'")  # expect: sql-injection
warehouse.query("SELECT * FROM items WHERE name = :name", params={"name": name})  # ok: sql-injection
with warehouse.session as session:
    session.execute(text("DELETE FROM notes WHERE note = '" + note + "'"))  # expect: sql-injection

if st.button("Show"):
    os.system("figlet " + name)  # expect: command-injection
    os.system("figlet " + view)  # ok: command-injection
